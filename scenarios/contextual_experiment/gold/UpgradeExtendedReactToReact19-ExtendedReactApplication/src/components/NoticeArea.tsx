import { createPortal } from 'react-dom';
import { useAppDispatch, useAppSelector } from '../store/hooks';
import { dismissNotice } from '../store/notices';
import { NoticeBox } from './NoticeBox';

export function NoticeArea() {
  const notices = useAppSelector((state) => state.notices);
  const dispatch = useAppDispatch();
  const place = document.getElementById('notices');

  if (!place) {
    throw new Error('The page has no #notices element');
  }
  return createPortal(
    notices.map((notice) => (
      <NoticeBox key={notice.id} notice={notice} onClose={() => dispatch(dismissNotice(notice.id))} />
    )),
    place,
  );
}
