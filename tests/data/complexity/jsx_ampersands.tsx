type Props = { title: string } & { onClose?: () => void };
export const Footer = ({ title, onClose }: Props) => (
  <footer title="Terms & Conditions" data-query='?a=1&b=2&c'>
    Terms & Conditions of R&D, a && b || c &amp; &#38; &
    {title && <a href={`?q=${title}&x`}>{title} & more</a>}
    <button onClick={() => onClose && onClose()}>&times;</button>
  </footer>
);
export const flags = (a: number, b: number) => (a & b) && (a &= 1);
