import { Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { momentText } from '@/shared/domain/text/formats'
import type { Block, SitePageName } from '@/shared/domain/web/site-blocks'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useNow } from '@/shared/hooks/use-now'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { Problem } from '@/shared/ui/page/problem'
import { withdrawVersion } from '../api/site-pages.mutation'
import { type SiteVersion, versionsQuery } from '../api/site-pages.query'
import { shownOf } from './publish-bar'

type HistoryProps = { page: SitePageName; onRestore: (blocks: Block[]) => void; onClose: () => void }

/** What was published of a page; any version can become the draft again. */
export function History({ page, onRestore, onClose }: HistoryProps) {
  const versions = useQuery(versionsQuery(page))
  const now = useNow(10_000)
  const shown = shownOf(versions.data ?? [], now)
  return (
    <Drawer opened onClose={onClose} title="History" position="right">
      {versions.isError ? (
        <Problem onRetry={() => void versions.refetch()}>{saveProblem(versions.error)}</Problem>
      ) : versions.data ? (
        <Stack>
          {versions.data.length === 0 ? <Text c="dimmed">Nothing was published yet.</Text> : null}
          {versions.data.map((version) => (
            <Line
              key={version.id}
              version={version}
              isShown={version.id === shown?.id}
              isPlanned={version.withdrawn_at === null && Date.parse(version.shows_from) > now}
              page={page}
              onRestore={() => onRestore(version.blocks)}
            />
          ))}
        </Stack>
      ) : (
        <NamedSkeleton height={240} label="Reading the versions" />
      )}
    </Drawer>
  )
}

type LineProps = {
  version: SiteVersion
  isShown: boolean
  isPlanned: boolean
  page: SitePageName
  onRestore: () => void
}

function Line({ version, isShown, isPlanned, page, onRestore }: LineProps) {
  const queryClient = useQueryClient()
  const withdrawing = useOneMutation({
    mutationFn: () => withdrawVersion(version.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: versionsQuery(page).queryKey }),
  })
  const words = isShown
    ? 'Visitors see it'
    : isPlanned
      ? `Shows from ${momentText(version.shows_from)}`
      : version.withdrawn_at
        ? 'Taken back before its time'
        : `Showed from ${momentText(version.shows_from)}`
  return (
    <div>
      <Text fw={600}>Version {version.number}</Text>
      <Text size="sm" c="dimmed">
        {words}. Published {momentText(version.created_at)}.
      </Text>
      <Group gap={4} mt={4}>
        <Button size="xs" variant="default" onClick={onRestore} aria-label={`Restore version ${version.number}`}>
          Restore
        </Button>
        {isPlanned ? (
          <Button size="xs" variant="default" loading={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
            Take back
          </Button>
        ) : null}
      </Group>
      {withdrawing.isError ? <Problem>{saveProblem(withdrawing.error)}</Problem> : null}
    </div>
  )
}
