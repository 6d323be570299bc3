"""A window with nothing but WebKit, for its driver. MiniBrowser cannot be as narrow as a phone, because it has a toolbar.
Usage: webkit-window.py WIDTH HEIGHT"""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

width, height = int(sys.argv[1]), int(sys.argv[2])
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
# WebKit generates a camera picture, because the machine has no camera.
view.get_settings().set_property("enable-media-stream", True)
view.get_settings().set_property("enable-mock-capture-devices", True)


def allow(_view, request):
    request.allow()
    return True


def started(_context, session):
    information = WebKit2.ApplicationInfo()
    information.set_name("webkit-window")
    information.set_version(1, 0, 0)
    session.set_application_info(information)
    session.connect("create-web-view", lambda _session: view)


view.connect("permission-request", allow)
context.connect("automation-started", started)
window = Gtk.Window()
window.set_default_size(width, height)
window.connect("destroy", Gtk.main_quit)
window.add(view)
window.show_all()
Gtk.main()
