export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
      <path d="M16 2 29 8.500V23.500L16 30 3 23.500V8.500Z" fill="#c98a3c" />
      <path d="M16 2 29 8.500 16 15 3 8.500Z" fill="#e5b062" />
      <path d="M16 15V30L3 23.500V8.500Z" fill="#a96f28" />
      <path d="M9.500 5.250 22.500 11.750V17L19.500 18.500V13.250L6.500 6.750Z" fill="#f7e3bf" />
    </svg>
  );
}
