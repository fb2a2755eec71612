import { usePlace } from '../../ground/place';
import { firstView } from './firstView';
import { useSession, views, type View } from './session';

export function viewNamed(name: string | null): View | null {
  return views.find((view) => view === name) ?? null;
}

/** The view that is shown: the one that the address names, else the one that suits the session. */
export function useView(): View {
  const { query } = usePlace();
  const { head } = useSession();
  return viewNamed(query.get('view')) ?? firstView(head);
}
