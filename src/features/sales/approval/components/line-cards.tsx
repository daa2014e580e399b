import { counts, type DocumentLine, hasAmounts, lineNet } from '@/documents/lines'
import { formatMoney, shortDecimalText } from '@/shared/domain/money'
import classes from './client-quotation.module.css'

/** The lines of a quotation on a phone, a card each. Options stand apart. */
export const LineCards = ({
  lines,
  currency,
  changed,
}: {
  lines: DocumentLine[]
  currency: string
  changed: ReadonlySet<string>
}) => (
  <ul className={classes.cards} aria-label="Lines">
    {lines
      .filter((line) => !line.is_optional || counts(line))
      .map((line) =>
        hasAmounts(line.kind) ? (
          <li key={line.id} className={classes.card} data-changed={changed.has(line.id) || undefined}>
            <div>
              <strong>{line.description}</strong>
              {line.details ? <p className={classes.quiet}>{line.details}</p> : null}
              <p className={classes.quiet}>
                {shortDecimalText(line.qty ?? '0')} {line.unit ?? ''} × {formatMoney(line.unit_price ?? '0', currency)}
              </p>
            </div>
            <span className={classes.net}>{formatMoney(lineNet(line), currency)}</span>
          </li>
        ) : (
          <li key={line.id} className={line.kind === 'heading' ? classes.cardHeading : classes.cardText}>
            {line.description}
          </li>
        ),
      )}
  </ul>
)
