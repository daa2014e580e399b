import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { momentText } from '@/shared/domain/text/formats'
import page from '@/shared/ui/page/record-page.module.css'
import { recentChangesQuery, type SettingsChange, type SettingsTable } from '../api/recent-changes.query'
import classes from './settings-form.module.css'

type RecentChangesProps = { table: SettingsTable; labelOf: (change: SettingsChange, field: string) => string }

const mostFields = 3

/** The latest changes of this table and who made them. Hidden for people who may not read the audit trail. */
export function RecentChanges({ table, labelOf }: RecentChangesProps) {
  const { data = [] } = useQuery(recentChangesQuery(table))
  if (data.length === 0) return null
  return (
    <section className={`${page.panel} ${classes.paper}`} aria-labelledby="changes-heading">
      <Title order={2} id="changes-heading" mb="sm">
        Recent changes
      </Title>
      <ol className={classes.changes}>
        {data.map((change) => (
          <li key={change.id}>
            {change.fields.slice(0, mostFields).map(({ field, before, after }) => (
              <p key={field}>
                {`${labelOf(change, field)}: `}
                <del>{before}</del> → <ins>{after}</ins>
              </p>
            ))}
            {change.fields.length > mostFields ? <p>{`and ${change.fields.length - mostFields} more`}</p> : null}
            <Text size="xs" c="dimmed">
              {change.actor} · <time dateTime={change.at}>{momentText(change.at)}</time>
            </Text>
          </li>
        ))}
      </ol>
    </section>
  )
}
