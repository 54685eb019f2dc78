import { useEffect, useState } from 'react';

export default function App() {
  const [sightings, setSightings] = useState([]);
  const [loading, setLoading] = useState(true);

  useEffect(() => {
    fetch('https://api.example.com/sightings')
      .then(response => response.json())
      .then(data => {
        setSightings(data);
        setLoading(false);
      });
  }, []);

  if (loading) return <p>Loading...</p>;

  return (
    <main>
      <h1>Bird sightings</h1>
      <ul>
        {sightings.map(({ id, species, place, seenAt }) => (
          <li key={id}>
            <strong>{species}</strong>, {place} ({new Date(seenAt).toLocaleDateString()})
          </li>
        ))}
      </ul>
    </main>
  );
}
