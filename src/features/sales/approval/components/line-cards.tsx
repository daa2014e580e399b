import {
  counts,
  type DocumentLine,
  hasAmounts,
  isChargedBySize,
  printedNet,
  printedPrice,
  printedQty,
} from '@/documents/lines'
import { breakTexts } from '@/documents/price-breaks'
import { formatMoney, formatPrice, shortDecimalText } from '@/shared/domain/money/money'
import { compared, exact, isAboveZero } from '@/shared/domain/money/decimal'
import { sizeText } from '@/documents/sizes'
import type { LengthUnit } from '@/shared/domain/text/formats'
import { countedText } from '@/shared/domain/money/quantity-text'
import classes from './client-quotation.module.css'

/** The lines of a quotation as cards on a phone. Options are a separate part. */
export const LineCards = ({
  lines,
  currency,
  lengths,
  changed,
  pictures,
  onAsk,
}: {
  lines: DocumentLine[]
  currency: string
  /** The unit of sizes on the paper. */
  lengths: LengthUnit
  changed: ReadonlySet<string>
  /** The addresses of pictures, by their paths. */
  pictures: Readonly<Record<string, string>>
  /** The client asks about this line. */
  onAsk: (line: DocumentLine) => void
}) => (
  <ul className={classes.cards} aria-label="Lines">
    {lines
      .filter((line) => !line.is_optional || counts(line))
      .map((line) =>
        hasAmounts(line.kind) ? (
          <li key={line.id} className={classes.card} data-changed={changed.has(line.id) || undefined}>
            <div>
              <strong>{line.description}</strong>
              {line.picture_path && pictures[line.picture_path] ? (
                <img className={classes.picture} src={pictures[line.picture_path]} alt={line.description} />
              ) : null}
              {line.details ? <p className={classes.details}>{line.details}</p> : null}
              {sizeText(line, { length_unit: lengths }) ? (
                <p className={classes.quiet}>
                  {isChargedBySize(line) ? `${shortDecimalText(line.qty ?? '1')} × ` : ''}
                  {sizeText(line, { length_unit: lengths })}
                </p>
              ) : null}
              {isAmountAlone(line) ? null : (
                <p className={classes.quiet}>
                  {countedText(printedQty(line), line.unit)} × {formatPrice(printedPrice(line), currency)}
                  {isAboveZero(line.discount_pct ?? '0')
                    ? `, less ${shortDecimalText(line.discount_pct ?? '0')} %`
                    : ''}
                </p>
              )}
              {line.price_breaks ? (
                <p className={classes.quiet}>
                  {breakTexts(line.price_breaks, (price) => formatPrice(price, currency)).join(' · ')}
                </p>
              ) : null}
              {line.kind === 'discount' ? null : (
                <button type="button" className={classes.ask} onClick={() => onAsk(line)}>
                  Ask about this
                </button>
              )}
            </div>
            <span className={classes.net}>{formatMoney(printedNet(line), currency)}</span>
          </li>
        ) : (
          <li key={line.id} className={line.kind === 'heading' ? classes.cardHeading : classes.cardText}>
            {line.description}
          </li>
        ),
      )}
  </ul>
)

/** A discount of one amount: −1 × €20.00 says nothing more than €20.00 taken off. */
const isAmountAlone = (line: DocumentLine): boolean =>
  line.kind === 'discount' &&
  compared(exact(printedQty(line)), exact('-1')) === 0 &&
  !isAboveZero(line.discount_pct ?? '0')
