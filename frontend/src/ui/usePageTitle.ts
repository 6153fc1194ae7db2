import { useDocumentTitle } from '@mantine/hooks';

export const LAB_NAME = 'FaiRTT Lab';

/** What the tab of the browser says; without a page, the name of the lab alone. */
export function usePageTitle(page?: string): void {
  useDocumentTitle(page === undefined ? LAB_NAME : `${page} · ${LAB_NAME}`);
}
