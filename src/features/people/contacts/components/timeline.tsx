import { Button, Skeleton, Text, Title } from '@mantine/core'
import {
  IconArrowMerge,
  IconBuildingBank,
  IconFileDollar,
  IconHandStop,
  IconLink,
  IconMapPin,
  IconMessage,
  IconUserPlus,
  IconUserQuestion,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { momentText } from '@/shared/domain/text/formats'
import { useAnchor } from '@/shared/hooks/use-anchor'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { StoryEvent } from '@/shared/ui/page/story-event'
import { colleaguesQuery, timelineQuery } from '../api/contact.query'
import { storyDetail, storyRecord, storyStatus, storyWords } from '../story'
import { NewNote } from './new-note'
import { OwnNote } from './own-note'
import { QuoteRequest } from './quote-request'
import { RecordLink, useRecordLooks } from '@/shared/ui/page/record-links'

const marks: Record<string, typeof IconMessage> = {
  created: IconUserPlus,
  note: IconMessage,
  stop: IconHandStop,
  release: IconHandStop,
  merge: IconArrowMerge,
  request: IconUserQuestion,
  site: IconMapPin,
  credit: IconFileDollar,
  bank: IconBuildingBank,
  relation: IconLink,
  relation_back: IconLink,
}

/** One story of everything about a contact, newest first, and a place to write a note. */
export function Timeline({ id, mayEdit }: { id: string; mayEdit: boolean }) {
  const me = useCurrentUser().id
  const looks = useRecordLooks()
  const story = useInfiniteQuery(timelineQuery(id))
  const colleagues = useQuery(colleaguesQuery)
  useAnchor(story.isSuccess)
  return (
    <section className={page.panel} aria-labelledby="story-heading">
      <Title order={2} id="story-heading" mb="md">
        Timeline
      </Title>
      {mayEdit ? <NewNote contactId={id} /> : null}
      {story.isError ? <Problem onRetry={() => void story.refetch()}>The timeline could not be read</Problem> : null}
      {story.isPending ? <Skeleton height={160} aria-hidden /> : null}
      <ol className={page.story}>
        {story.data?.pages.flat().map((item) => {
          const record = storyRecord(item)
          const look = record && looks(record.kind)
          const author = colleagues.data?.find(({ userId }) => userId === item.author_id)?.name
          const below = [storyDetail(item), momentText(item.at), author, storyStatus(item)].filter(Boolean).join(' · ')
          return (
            <StoryEvent key={`${item.kind}${item.id}`} icon={marks[item.kind] ?? look?.icon ?? IconMessage}>
              {mayEdit && item.kind === 'note' && item.author_id === me ? (
                <OwnNote id={item.id} body={item.title} below={below} />
              ) : (
                <div id={item.kind === 'request' ? `request-${item.id}` : undefined} tabIndex={-1}>
                  <Text component="div" className={page.said}>
                    {storyWords(item, look?.one ?? null)}
                    {record ? (
                      <RecordLink kind={record.kind} id={record.id}>
                        {item.title}
                      </RecordLink>
                    ) : (
                      item.title
                    )}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {below}
                  </Text>
                  {item.kind === 'request' ? <QuoteRequest id={item.id} isQuoted={item.detail === 'quoted'} /> : null}
                </div>
              )}
            </StoryEvent>
          )
        })}
      </ol>
      {story.hasNextPage ? (
        <Button
          variant="default"
          size="xs"
          fullWidth
          loading={story.isFetchingNextPage}
          onClick={() => void story.fetchNextPage()}
        >
          Show older
        </Button>
      ) : null}
    </section>
  )
}
