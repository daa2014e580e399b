import { Text, Title } from '@mantine/core'
import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import list from '@/shared/ui/page/record-list.module.css'
import page from '@/shared/ui/page/record-page.module.css'
import type { CreditRow } from '../api/credit.query'
import { directorsOf, referencesOf } from '../credit-fields'
import classes from './credit.module.css'

/** An application to read: the request, the business, its references, and the signature. */
export function CreditFacts({ row }: { row: CreditRow }) {
  const directors = directorsOf(row.directors)
  const references = referencesOf(row.trade_refs)
  return (
    <section className={page.panel} aria-label="Application">
      <dl className={classes.asked}>
        <div>
          <dt>Limit asked for</dt>
          <dd>
            {row.requested_limit === null ? '–' : formatMoney(row.requested_limit, row.contact?.currency ?? undefined)}
          </dd>
        </div>
        <div>
          <dt>Terms asked for</dt>
          <dd>{row.terms_days === null ? '–' : `${row.terms_days} days`}</dd>
        </div>
      </dl>
      <Title order={2} mt="lg" mb="xs">
        Directors
      </Title>
      {directors.length === 0 ? <Text c="dimmed">None given.</Text> : null}
      <ul className={list.plain}>
        {directors.map((director, index) => (
          <li key={index}>
            {director.name}
            {director.position ? (
              <Text span c="dimmed">
                {' '}
                · {director.position}
              </Text>
            ) : null}
          </li>
        ))}
      </ul>
      <Title order={2} mt="lg" mb="xs">
        Trade references
      </Title>
      {references.length === 0 ? <Text c="dimmed">None given.</Text> : null}
      <ul className={list.plain}>
        {references.map((reference, index) => (
          <li key={index} style={{ marginBottom: '0.5rem' }}>
            {reference.company}
            <span className={list.below}>
              {[reference.person, reference.phone, reference.email].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <Title order={2} mt="lg" mb="xs">
        Signature
      </Title>
      <dl className={page.facts}>
        <dt>Signed by</dt>
        <dd>{[row.signed_name, row.signed_position].filter(Boolean).join(', ') || 'Nobody yet'}</dd>
        <dt>On</dt>
        <dd>{row.signed_on ? calendarDayText(row.signed_on) : '–'}</dd>
        <dt>Consent</dt>
        <dd>{row.consent ? 'Given: terms accepted, references may be asked' : 'Not given'}</dd>
      </dl>
      {row.note ? (
        <>
          <Title order={2} mt="lg" mb="xs">
            Note
          </Title>
          <Text className={page.said}>{row.note}</Text>
        </>
      ) : null}
    </section>
  )
}
