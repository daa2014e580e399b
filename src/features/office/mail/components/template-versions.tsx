import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { momentText } from '@/shared/domain/text/formats'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { type Template, versionsQuery } from '../api/templates.query'

type Version = { version: number; subject: string; body: string; created_at: string }

export function TemplateVersions({
  row,
  onRestore,
}: {
  row: Template
  onRestore: ((version: Version) => void) | null
}) {
  const versions = useQuery(versionsQuery(row.id))
  if (versions.isError) return <Problem onRetry={() => void versions.refetch()}>The versions could not be read</Problem>
  if (!versions.data) return <LineSkeletons count={3} height={40} />
  return (
    <Stack gap="xs" mt="sm">
      {versions.data.map((version) => (
        <Group key={version.id} justify="space-between" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" truncate>
              {version.version}. {version.subject}
            </Text>
            <Text size="xs" c="dimmed">
              {momentText(version.created_at)}
            </Text>
          </div>
          {version.version === row.version ? (
            <Badge variant="light" style={{ flex: 'none' }}>
              Now
            </Badge>
          ) : onRestore ? (
            <Button
              size="compact-sm"
              variant="default"
              style={{ flex: 'none' }}
              aria-label={`Take the words of version ${version.version}`}
              onClick={() => onRestore(version)}
            >
              Take these words
            </Button>
          ) : null}
        </Group>
      ))}
    </Stack>
  )
}
