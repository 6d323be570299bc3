export default function Gallery() {
  return <main className="page" />;
}
