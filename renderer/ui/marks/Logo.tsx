// The mark of Trellis.
export function Logo({ size = 32 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="3.75 3.75 24.5 24.5"
      aria-hidden="true"
      fill="none"
      stroke="var(--accent)"
      strokeWidth="2.5"
      strokeLinecap="round"
    >
      <path d="M5 27 27 5M5 16 16 5M16 27 27 16M5 5l22 22M16 5l11 11M5 16l11 11" />
    </svg>
  );
}
