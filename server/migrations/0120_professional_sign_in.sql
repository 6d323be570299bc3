-- expands
-- Doctors may sign in with an OpenID provider. Each session stores its sign-in method. Linking and unlinking a provider are security events.
alter table sessions add column method text check (method in ('password', 'passkey', 'professional'));

-- At most one identity per account, even if two requests to link one arrive at the same time.
create unique index accounts_one_professional on accounts (user_id) where provider_id = 'professional';

alter table security_events drop constraint security_events_kind_check;
alter table security_events add constraint security_events_kind_check
  check (kind in ('signed_in', 'password_changed', 'password_reset', 'second_factor_added', 'second_factor_removed', 'recovery_codes_renewed',
                  'passkey_added', 'passkey_removed', 'signed_out_everywhere', 'device_signed_out', 'email_confirmed', 'email_changed',
                  'professional_linked', 'professional_unlinked'));
