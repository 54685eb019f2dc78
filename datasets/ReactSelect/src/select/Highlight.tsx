import { segments } from './text';

interface HighlightProps {
  text: string;
  query: string;
}

/** A text in which the words of the query are marked. */
export function Highlight({ text, query }: HighlightProps) {
  return (
    <>
      {segments(text, query).map((segment, index) =>
        segment.match ? (
          <mark key={index} className="os-mark">
            {segment.text}
          </mark>
        ) : (
          <span key={index}>{segment.text}</span>
        ),
      )}
    </>
  );
}
