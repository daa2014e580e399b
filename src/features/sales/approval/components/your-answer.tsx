import { Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { exact } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { usePageWords } from '@/shared/hooks/language/page-words'
import type { QuotationPage } from '../use-quotation-page'
import { Choice } from './choice'
import classes from './client-quotation.module.css'
import { leadToOption } from './options'
import { QuotationPdf } from './quotation-pdf'

/** The amount and the answers that the client may give, beside the paper; on a phone within reach of the thumb. */
export function YourAnswer({ of }: { of: QuotationPage }) {
  const { say } = usePageWords()
  const { shown, open } = of
  return (
    <aside className={classes.aside} aria-label={say('your_answer')}>
      <div className={classes.deskOptions}>
        <Choice of={of} />
      </div>
      <div className={classes.reach}>
        <p className={classes.amount} aria-live="polite">
          <span className={classes.quiet}>{say(exact(shown.vat).units === 0n ? 'total' : 'total_with_tax')}</span>{' '}
          <strong>{shown.order?.stays ? formatMoney(shown.order.gross, shown.currency) : of.amount}</strong>
        </p>
        {of.isOpen ? <Approve of={of} /> : null}
      </div>
      <Group gap="xs" className={classes.others ?? ''}>
        <Button variant="default" onClick={() => open('ask')}>
          {say('ask_question')}
        </Button>
        {of.isOpen ? (
          <>
            <Button variant="default" onClick={() => open('change')}>
              {say('ask_change')}
            </Button>
            <Button variant="subtle" color="red" onClick={() => open('reject')}>
              {say('reject')}
            </Button>
          </>
        ) : null}
        <QuotationPdf paper={of.paper} pictures={of.pictures} />
        <Button variant="subtle" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {say('print')}
        </Button>
      </Group>
    </aside>
  )
}

/** Approves, or leads to the first choice that is to be made before. */
function Approve({ of: { missing, open } }: { of: QuotationPage }) {
  const { say } = usePageWords()
  return (
    <Button
      size="md"
      onClick={() => (missing === undefined ? open('approve') : leadToOption(missing))}
      className={classes.approve ?? ''}
    >
      {missing === undefined ? say('approve') : say('choose_first', { name: missing })}
    </Button>
  )
}
