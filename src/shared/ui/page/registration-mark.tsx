/** The product's logo: the registration mark by which printers align colours. */
export function RegistrationMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" focusable="false">
      <circle cx="14.6" cy="14.9" r="8.6" stroke="#00aeef" strokeWidth="2" />
      <circle cx="17.4" cy="14.9" r="8.6" stroke="#ec008c" strokeWidth="2" />
      <circle cx="16" cy="17.2" r="8.6" stroke="#ffdd00" strokeWidth="2" />
      <circle cx="16" cy="16" r="8.6" stroke="currentColor" strokeWidth="2" />
      <path d="M16 1v30M1 16h30" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
