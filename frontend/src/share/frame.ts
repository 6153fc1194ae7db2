/** HTML that shows a page of a lab or a site inside of another page. */
export function frameOf(address: string): string {
  const looks = 'width="960" height="600" style="border:0;max-width:100%"';
  const rules = 'title="FaiRTT Lab" referrerpolicy="no-referrer" loading="lazy"';
  return `<iframe src="${address.replaceAll('&', '&amp;')}" ${looks} ${rules}></iframe>`;
}
