// Shows the demo; at /host Ada's editor of the room "harbour". window.reported has each text that it told.
import { createRoot } from 'react-dom/client';
import App from '../src/App';
import { CollaborativeEditor } from '../src/components/CollaborativeEditor';

declare global {
  interface Window {
    reported: string[];
    show: (room: string) => void;
    unmount: () => void;
  }
}

const USER = { name: 'Ada', color: '#b3261e' };

function report(text: string): void {
  window.reported.push(text);
}

window.reported = [];
const container = document.getElementById('root');
if (container) {
  const root = createRoot(container);
  window.unmount = () => root.unmount();
  window.show = room => root.render(
    <CollaborativeEditor
      url="ws://relay.test:8787" room={room} user={USER} onTextChange={report}
    />,
  );
  if (window.location.pathname === '/host') {
    window.show('harbour');
  } else {
    root.render(<App />);
  }
}
