interface PaginationProps {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly label?: string;
  readonly onChange: (page: number) => void;
}

export function Pagination({ page, size, total, label = 'Pages of surveys', onChange }: PaginationProps) {
  const last = Math.ceil(total / size);

  if (last < 2) {
    return null;
  }
  return (
    <nav className="pagination" aria-label={label}>
      <button type="button" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Previous
      </button>
      <span>
        Page {page} of {last}
      </span>
      <button type="button" disabled={page >= last} onClick={() => onChange(page + 1)}>
        Next
      </button>
    </nav>
  );
}
