import { Anchor, Stack, Text, Title } from '@mantine/core'
import { formatMoney } from '@/shared/domain/money/money'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { linkTo } from '@/shared/lib/address'
import type { OwnBrief, OwnMessage, OwnPayment, OwnProof } from '../api/portal.query'
import { usePortalWords } from '../use-portal-words'
import { messageWaits, pageOf, proofWaits } from '../what-waits'
import { OwnPaper } from './own-paper'

export function ProofPaper({ of }: { of: OwnProof }) {
  const words = usePortalWords()
  const { say, page } = words
  const waiting = proofWaits(of, words)
  return (
    <OwnPaper
      number={of.title}
      href={linkTo('/mockups/:uuid', { uuid: of.public_uuid })}
      title={of.number}
      facts={[
        say('proof_version', { version: String(of.version) }),
        say('sent_on', { day: page.dayOf(of.sent_at) }),
        of.decided_at === null || waiting
          ? null
          : of.is_approved
            ? say('proof_approved_on', { day: page.dayOf(of.decided_at) })
            : say('proof_change_wanted'),
      ]}
      waiting={waiting}
    />
  )
}

export function MessagePaper({ of }: { of: OwnMessage }) {
  const words = usePortalWords()
  const { say, page } = words
  const at = page.moment(of.at)
  return (
    <OwnPaper
      number={of.number ?? say('a_quotation')}
      href={pageOf(of)}
      title={of.words}
      facts={[of.name ? `${of.name}, ${at}` : say(of.is_ours ? 'by_us' : 'you_wrote', { at })]}
      waiting={messageWaits(of, words)}
    />
  )
}

const methods = {
  card: 'paid_by_card',
  bank: 'paid_by_bank',
  cash: 'paid_in_cash',
  cheque: 'paid_by_cheque',
  other: 'paid_otherwise',
} as const
const isMethod = (method: string): method is keyof typeof methods => Object.hasOwn(methods, method)

export function PaymentPaper({ of }: { of: OwnPayment }) {
  const { say, page } = usePortalWords()
  const shown = (amount: string) => formatMoney(amount, of.currency)
  return (
    <OwnPaper
      number={of.number ?? page.day(of.received_on)}
      href={null}
      amount={shown(of.amount)}
      title={page.day(of.received_on)}
      facts={[
        say(isMethod(of.method) ? methods[of.method] : 'paid_otherwise'),
        isAboveZero(of.refunded) ? say('given_back', { amount: shown(of.refunded) }) : null,
        isAboveZero(of.open) ? say('is_your_credit', { amount: shown(of.open) }) : null,
        of.order_number,
      ]}
    >
      {of.invoices.length > 0 ? (
        <Text size="sm">
          {say('paid_for')}{' '}
          {of.invoices.map(({ number, public_uuid }, at) => (
            <span key={number}>
              {at > 0 ? ', ' : ''}
              {public_uuid ? (
                <Anchor href={linkTo('/client-invoices/:id', { id: public_uuid })} data-apart>
                  {number}
                </Anchor>
              ) : (
                number
              )}
            </span>
          ))}
        </Text>
      ) : null}
    </OwnPaper>
  )
}

/** What the client sent to the office: briefs with the names of their pictures. Nothing without one. */
export function Briefs({ of }: { of: readonly OwnBrief[] }) {
  const { say, page } = usePortalWords()
  if (of.length === 0) return null
  return (
    <section aria-label={say('sent_to_us')}>
      <Title order={2} size="h4" mb="sm">
        {say('sent_to_us')}
      </Title>
      <Stack gap="md">
        {of.map((each) => (
          <OwnPaper
            key={each.public_uuid}
            number={each.reference ?? say('sent_to_us')}
            href={null}
            title={each.what}
            facts={[say('sent_on', { day: page.dayOf(each.sent_at) }), ...each.pictures]}
          />
        ))}
      </Stack>
    </section>
  )
}
