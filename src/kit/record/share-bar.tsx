import classes from './share-bar.module.css'

type ShareBarProps = {
  /** The noun of the count, for screen readers: `Delivered`. */
  label: string
  /** From 0 to 100. */
  share: number
  /** Beside the bar, such as `3 of 5`; the share in percent without it. */
  words?: string
  /** A number is in px. */
  width?: number | string
}

/** A share as a bar and as text. It uses plain elements, because lists and boards have hundreds. */
export function ShareBar({ label, share, words, width = 56 }: ShareBarProps) {
  const text = words ?? `${Math.trunc(share)} %`
  const shown = Math.min(100, Math.max(0, share))
  return (
    <span className={classes.whole}>
      <span className={classes.bar} style={{ width }}>
        <span
          className={classes.share}
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={shown}
          aria-valuetext={text}
          style={{ width: `${shown}%` }}
        />
      </span>
      <span className={classes.words}>{text}</span>
    </span>
  )
}
