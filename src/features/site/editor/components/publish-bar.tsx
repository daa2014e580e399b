import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fromField, toField } from '@/kit/fields/moment'
import { MomentField } from '@/kit/fields/moment-field'
import { sameValue } from '@/kit/save/same-value'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { momentText } from '@/shared/domain/text/formats'
import type { SitePageName } from '@/shared/domain/web/site-blocks'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useNow } from '@/shared/hooks/use-now'
import { Problem } from '@/shared/ui/page/problem'
import { publishPage } from '../api/site-pages.mutation'
import { type SiteVersion, versionsQuery } from '../api/site-pages.query'
import type { PageDraft } from '../use-page-draft'
import classes from './editor.module.css'

/** The version that visitors see now: the latest one whose time has come. */
export const shownOf = (versions: readonly SiteVersion[], now: number): SiteVersion | undefined =>
  versions
    .filter(({ withdrawn_at: withdrawn, shows_from: from }) => withdrawn === null && Date.parse(from) <= now)
    .toSorted((one, other) => Date.parse(other.shows_from) - Date.parse(one.shows_from) || other.number - one.number)[0]

/** Publishes the draft, now or at a time, and says what visitors see. */
export function PublishBar({ page, draft }: { page: SitePageName; draft: PageDraft }) {
  const queryClient = useQueryClient()
  const versions = useQuery(versionsQuery(page))
  const now = useNow(10_000)
  const [isPlanning, plan] = useState(false)
  const publishing = useOneMutation({
    mutationFn: async (at: string | null) => {
      await draft.save()
      return { at, number: await publishPage(page, draft.storedVersion(), at) }
    },
    onSuccess: async ({ at, number }) => {
      plan(false)
      notifications.show({
        color: 'green',
        message: at ? `Version ${number} shows from ${momentText(at)}.` : `Version ${number} is on the site.`,
      })
      await queryClient.invalidateQueries({ queryKey: versionsQuery(page).queryKey })
    },
  })
  const shown = shownOf(versions.data ?? [], now)
  const isNew = !sameValue(shown?.blocks, draft.blocks)
  return (
    <div className={classes.publish}>
      <Text size="sm" c="dimmed">
        {shown
          ? `${isNew ? 'The draft is not published. Visitors see' : 'Visitors see'} version ${shown.number}.`
          : 'Nothing is published: visitors see what your records say.'}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Button variant="default" onClick={() => plan(true)}>
          Publish at…
        </Button>
        <Button
          loading={publishing.isPending && !isPlanning}
          disabled={!isNew || draft.trouble !== null}
          onClick={() => publishing.mutate(null)}
        >
          Publish
        </Button>
      </Group>
      {publishing.isError && !isPlanning ? <Problem>{saveProblem(publishing.error)}</Problem> : null}
      {isPlanning ? (
        <PublishAt
          isBusy={publishing.isPending}
          problem={publishing.isError ? saveProblem(publishing.error) : null}
          onPublish={(at) => publishing.mutate(at)}
          onClose={() => plan(false)}
        />
      ) : null}
    </div>
  )
}

type PublishAtProps = {
  isBusy: boolean
  problem: string | null
  onPublish: (at: string) => void
  onClose: () => void
}

function PublishAt({ isBusy, problem, onPublish, onClose }: PublishAtProps) {
  const [value, put] = useState(() => toField(tomorrow()))
  const at = fromField(value, null)
  return (
    <Modal opened onClose={onClose} title="Publish at a time">
      <Stack>
        <MomentField label="Shows from" value={value} onChange={put} error={at ? undefined : 'A day and a time'} />
        <Text size="sm" c="dimmed">
          The draft as it is now is kept for then. What you write later does not change it.
        </Text>
        {problem ? <Problem>{problem}</Problem> : null}
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isBusy} disabled={at === null} onClick={() => at && onPublish(at)}>
            Publish then
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** The next full hour a day later. */
const tomorrow = (): string => {
  const hour = 60 * 60_000
  return new Date(Math.ceil(Date.now() / hour) * hour + 24 * hour).toISOString()
}
