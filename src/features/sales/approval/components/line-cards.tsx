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
import { breakWords } from '@/documents/paper/priced'
import type { Writing } from '@/documents/paper/writing'
import { usePageWords } from '@/shared/hooks/page-words'
import classes from './client-quotation.module.css'

/** The lines of a quotation as cards on a phone. Options are a separate part. */
export function LineCards({
  lines,
  currency,
  writing,
  changed,
  pictures,
  onAsk,
}: {
  lines: DocumentLine[]
  currency: string
  /** The words and units of the paper in the reader's language. */
  writing: Writing
  changed: ReadonlySet<string>
  /** The addresses of pictures, by their paths. */
  pictures: Readonly<Record<string, string>>
  /** The client asks about this line. */
  onAsk: (line: DocumentLine) => void
}) {
  const { say } = usePageWords()
  const { length_unit } = writing
  const priceText = (line: DocumentLine): string => {
    const quantity = writing.quantity(printedQty(line), line.unit)
    const price = formatPrice(printedPrice(line), currency)
    const percent = line.discount_pct ?? '0'
    return isAboveZero(percent)
      ? say('price_less', { quantity, price, percent: shortDecimalText(percent) })
      : `${quantity} × ${price}`
  }
  return (
    <ul className={classes.cards} aria-label={say('lines')}>
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
                {sizeText(line, { length_unit }) ? (
                  <p className={classes.quiet}>
                    {isChargedBySize(line) ? `${shortDecimalText(line.qty ?? '1')} × ` : ''}
                    {sizeText(line, { length_unit })}
                  </p>
                ) : null}
                {isAmountAlone(line) ? null : <p className={classes.quiet}>{priceText(line)}</p>}
                {line.price_breaks ? (
                  <p className={classes.quiet}>
                    {breakTexts(line.price_breaks, (price) => formatPrice(price, currency), breakWords(writing)).join(
                      ' · ',
                    )}
                  </p>
                ) : null}
                {line.kind === 'discount' ? null : (
                  <button type="button" className={classes.ask} onClick={() => onAsk(line)}>
                    {say('ask_about')}
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
}

/** A discount of one amount: −1 × €20.00 says nothing more than €20.00 taken off. */
const isAmountAlone = (line: DocumentLine): boolean =>
  line.kind === 'discount' &&
  compared(exact(printedQty(line)), exact('-1')) === 0 &&
  !isAboveZero(line.discount_pct ?? '0')
