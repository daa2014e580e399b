import { usePageWords } from '@/shared/hooks/language/page-words'
import { totalsByRate } from '../totals-by-rate'
import type { QuotationPage } from '../use-quotation-page'
import { Choice } from './choice'
import classes from './client-quotation.module.css'
import { LineCards } from './line-cards'
import { PaperNote, PaperParties } from './phone-paper'

/** The quotation on a phone, instead of its paper: lines as cards, the choice, totals and terms. */
export function PhoneQuotation({ of }: { of: QuotationPage }) {
  const { say } = usePageWords()
  const { shown, paper, inLanguage } = of
  const due = inLanguage.due ? [{ label: inLanguage.due.label, value: of.amount }, ...inLanguage.due.facts] : []
  return (
    <div className={classes.phone}>
      <PaperNote paper={paper} />
      <LineCards
        lines={shown.lines}
        currency={shown.currency}
        writing={of.writing}
        differences={of.differences}
        isOver={!of.isOpen}
        pictures={of.pictures}
        onAsk={of.askAbout}
      />
      <Choice of={of} />
      <dl className={classes.totals}>
        {[...totalsByRate(shown, inLanguage, say), ...due].map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {inLanguage.remarks.map((remark) => (
        <p key={remark} className={classes.quiet}>
          {remark}
        </p>
      ))}
      {paper.terms ? (
        <details className={classes.terms}>
          <summary>{say('terms')}</summary>
          {paper.terms.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </details>
      ) : null}
      <PaperParties paper={inLanguage} />
    </div>
  )
}
