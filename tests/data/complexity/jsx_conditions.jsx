export default function Panel({ user, items = [], loading, error, onRetry }) {
  if (loading) return <p>Loading && waiting ? yes : no</p>;
  return (
    <section className={error ? "bad" : "good"} data-if="a || b" {...(user && user.props)}>
      {/* user ? comment : ignored */}
      {error ? <button onClick={() => onRetry && onRetry()}>Retry</button> : null}
      {items.length > 0 && <ul>{items.map((item) => item.hidden || <li key={item.id}>{item.name ?? "—"}</li>)}</ul>}
      <>{user?.name || <em>nobody</em>}</>
      it's {"`"} a <b>text</b> with if (x) for while &amp;&amp; case
    </section>
  );
}
Panel.icon = <svg:path x-y={1} />;
