export interface MenuState {
  open: boolean;
  query: string;
  /** Key of the line that was made active, or null for the first enabled one. */
  activeKey: string | null;
}

export type MenuAction =
  | { type: 'opened'; activeKey: string | null }
  | { type: 'closed' }
  | { type: 'queryChanged'; query: string }
  | { type: 'rowActivated'; key: string | null }
  | { type: 'rowChosen'; key: string };

export const CLOSED: MenuState = { open: false, query: '', activeKey: null };

/** The next state of the list. Closing forgets the query; typing makes the first line that fits active. */
export function menuReducer(state: MenuState, action: MenuAction): MenuState {
  switch (action.type) {
    case 'opened':
      return { ...state, open: true, activeKey: action.activeKey };
    case 'closed':
      return CLOSED;
    case 'queryChanged':
      return { open: true, query: action.query, activeKey: null };
    case 'rowActivated':
      return { ...state, activeKey: action.key };
    case 'rowChosen':
      return { ...state, query: '', activeKey: action.key };
  }
}
