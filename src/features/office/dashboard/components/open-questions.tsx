import { Button } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLive } from '@/kit/live/use-live'
import { openQuestionsQuery } from '@/kit/thread/thread.query'
import { isRecordKind } from '@/shared/domain/records/record-kind'
import { momentText } from '@/shared/domain/text/formats'
import { noticeTime } from '@/shared/domain/time/relative-time'
import classes from './dashboard.module.css'
import { Row } from './row'
import { Section } from './section'

const sources = [
  ...['quotations', 'orders', 'invoices'].map((page) => ({ page, tables: ['document_events'] })),
  ...['jobs', 'production'].map((page) => ({ page, tables: ['mockups', 'mockup_comments'] })),
]

/** How many questions are shown at first. */
const first = 5

/** The unanswered questions of clients, oldest first; hidden without any. */
export function OpenQuestions({ now }: { now: number }) {
  const query = useQuery(openQuestionsQuery)
  useLive(openQuestionsQuery.queryKey, sources)
  const [showsAll, setShowsAll] = useState(false)
  if (!query.data || query.data.length === 0) return null
  return (
    <Section title={`Questions of clients: ${query.data.length}`} query={query} isEmpty={() => false} empty="">
      {(questions) => [
        ...questions
          .slice(0, showsAll ? undefined : first)
          .map(({ kind, record_id, label, client, name, words, asked_at, part }) => (
            <li key={record_id}>
              <Row
                className={classes.activity}
                {...(isRecordKind(kind) ? { kind, id: record_id, part } : { to: null })}
              >
                <IconHelp size={18} stroke={1.5} aria-hidden />
                <span>
                  <span className={classes.activityTitle}>{words}</span>
                  <span className={classes.rowDetail}>
                    {[label, client ?? name].filter(Boolean).join(' · ')} ·{' '}
                    <time dateTime={asked_at} title={momentText(asked_at)}>
                      {noticeTime(asked_at, now)}
                    </time>
                  </span>
                </span>
              </Row>
            </li>
          )),
        questions.length > first && !showsAll ? (
          <li key="all">
            <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
              {`Show all ${questions.length} questions`}
            </Button>
          </li>
        ) : null,
      ]}
    </Section>
  )
}
