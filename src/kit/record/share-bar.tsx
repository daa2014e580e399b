import classes from './share-bar.module.css'

type ShareBarProps = {
  /** The noun of the count, for screen readers: `Delivered`. */
  label: string
  /** From 0 to 100. */
  share: number
  /** What is only on a draft, from 0 to 100: said apart, on a line of its own where it does not fit. */
  draft?: number
  /** Beside the bar, such as `3 of 5`; the share in percent without it. */
  words?: string
  /** A number is in px. */
  width?: number | string
}

/** A share as a bar and as text. It uses plain elements, because lists and boards have hundreds. */
export function ShareBar({ label, share, draft = 0, words, width = 56 }: ShareBarProps) {
  const own = words ?? `${Math.trunc(share)} %`
  const drafted = draft > 0 ? `${draft < 1 ? 'less than 1' : Math.trunc(draft)} % in a draft` : null
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
          aria-valuetext={drafted ? `${own}, ${drafted}` : own}
          style={{ width: `${shown}%` }}
        />
        {drafted ? <span className={classes.draft} style={{ width: `${Math.min(100 - shown, draft)}%` }} /> : null}
      </span>
      <span className={classes.words}>
        <span className={classes.own}>{drafted ? `${own} ·` : own}</span>
        {drafted ? (
          <>
            {' '}
            <span className={classes.drafted}>{drafted}</span>
          </>
        ) : null}
      </span>
    </span>
  )
}
