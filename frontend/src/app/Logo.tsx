/** Two flows, blue and vermilion, meet in one queue of square packets. */
export function Logo() {
  return (
    <svg width="26" height="22" viewBox="0 0 26 22" aria-hidden="true">
      <path d="M1 4H8L14 9" fill="none" stroke="#4ea8de" strokeWidth="2.5" />
      <path d="M5 18H8L14 13" fill="none" stroke="#f08a3e" strokeWidth="2.5" />
      <path d="M14 7h3v8h-3zM18.5 7h3v8h-3zM23 7h3v8h-3z" fill="currentColor" />
    </svg>
  );
}
