import { counts, type DocumentLine, hasAmounts, printedNet, printedQty } from '@/documents/lines'
import { detailsIn } from '@/documents/discount-words'
import { breakTexts } from '@/documents/price-breaks'
import { formatMoney, formatPrice } from '@/shared/domain/money/money'
import { compared, exact, isAboveZero } from '@/shared/domain/money/decimal'
import { breakWords } from '@/documents/paper/priced'
import { productLine } from '@/documents/paper/product-words'
import type { Writing } from '@/documents/paper/writing'
import { usePageWords } from '@/shared/hooks/language/page-words'
import type { LineDifference } from '../../shared/version-changes'
import { useWordsBefore } from './changes'
import classes from './client-quotation.module.css'
import { pricedText, sizedText } from './priced-text'

type LineCardsProps = {
  lines: DocumentLine[]
  currency: string
  /** The words and units of the paper in the reader's language. */
  writing: Writing
  /** What the office changed since the version that the client saw before. */
  differences: readonly LineDifference[]
  /** The client can choose no more: the chosen options are lines as the others. Before, they are among the options alone. */
  isOver: boolean
  /** The addresses of pictures, by their paths. */
  pictures: Readonly<Record<string, string>>
  /** The client asks about this line. */
  onAsk: (line: DocumentLine) => void
}

/** The lines of a quotation as cards on a phone. Options are a separate part. */
export function LineCards({ lines, differences, isOver, ...rest }: LineCardsProps) {
  const { say } = usePageWords()
  return (
    <ul className={classes.cards} aria-label={say('lines')}>
      {lines
        .filter((line) => !line.is_optional || (isOver && counts(line)))
        .map((line) =>
          hasAmounts(line.kind) ? (
            <li
              key={line.id}
              className={classes.card}
              data-changed={differences.some((each) => each.line.id === line.id) || undefined}
            >
              <PricedLine line={line} difference={differences.find((each) => each.line.id === line.id)} {...rest} />
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

type PricedLineProps = Omit<LineCardsProps, 'lines' | 'differences' | 'isOver'> & {
  line: DocumentLine
  difference: LineDifference | undefined
}

function PricedLine({ line, difference, currency, writing, pictures, onAsk }: PricedLineProps) {
  const { say } = usePageWords()
  const size = sizedText(line, writing)
  const wordsBefore = useWordsBefore(currency, writing)
  const price = (each: string) => formatPrice(each, currency)
  return (
    <>
      <div>
        {difference?.kind === 'added' ? <span className={classes.mark}>{say('line_new')}</span> : null}
        <strong>{productLine(line.description, writing)}</strong>
        {difference?.kind === 'changed' ? <p className={classes.was}>{wordsBefore(difference.was, line)}</p> : null}
        {line.picture_path && pictures[line.picture_path] ? (
          <img className={classes.picture} src={pictures[line.picture_path]} alt={line.description} />
        ) : null}
        {line.details ? <p className={classes.details}>{detailsIn(line.details, writing)}</p> : null}
        {size ? <p className={classes.quiet}>{size}</p> : null}
        {isAmountAlone(line) ? null : <p className={classes.quiet}>{pricedText(line, currency, writing, say)}</p>}
        {line.price_breaks ? (
          <p className={classes.quiet}>{breakTexts(line.price_breaks, price, breakWords(writing)).join(' · ')}</p>
        ) : null}
        {line.kind === 'discount' ? null : (
          <button type="button" className={classes.ask} onClick={() => onAsk(line)}>
            {say('ask_about')}
          </button>
        )}
      </div>
      <span className={classes.net}>{formatMoney(printedNet(line), currency)}</span>
    </>
  )
}

/** A discount of one amount: −1 × €20.00 says nothing more than €20.00 taken off. */
const isAmountAlone = (line: DocumentLine): boolean =>
  line.kind === 'discount' &&
  compared(exact(printedQty(line)), exact('-1')) === 0 &&
  !isAboveZero(line.discount_pct ?? '0')
