import { Anchor, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { linkTo } from '@/shared/lib/address'
import { correctionsQuery } from '../api/corrections.query'
import { CorrectionLine } from './correction-history'
import classes from './time-tracking.module.css'

/** All corrections that wait for a decision; hidden without any. */
export function CorrectionsToDecide() {
  const { data: waiting = [] } = useQuery(correctionsQuery(null))
  if (waiting.length === 0) return null
  return (
    <section aria-label="Corrections that wait">
      <Title order={2} mt="xl" mb="xs">
        Corrections that wait
      </Title>
      <ul className={classes.waiting}>
        {waiting.map((correction) => (
          <li key={correction.id} className={classes.card}>
            <Anchor component={Link} to={`${linkTo('/time-tracking')}?entry=${correction.entry_id}`} fw={600}>
              {[correction.person, correction.client, correction.job].filter(Boolean).join(' · ')}
            </Anchor>
            <CorrectionLine correction={correction} />
          </li>
        ))}
      </ul>
    </section>
  )
}
