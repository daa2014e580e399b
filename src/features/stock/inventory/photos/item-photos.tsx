import { Button, FileButton, Group, Modal, Text, Title, UnstyledButton } from '@mantine/core'
import { IconArrowUp, IconCamera, IconChevronLeft, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { confirmRemoval } from '@/kit/confirm'
import { useDialog } from '@/kit/dialog/use-dialog'
import { cannotWait } from '@/kit/outbox/cannot-wait'
import { keepFile } from '@/kit/outbox/kept-files'
import { useOutbox, useWaiting } from '@/kit/outbox/outbox-provider'
import { WaitingNote } from '@/kit/outbox/waiting-note'
import { drawnSmaller } from '@/shared/lib/drawn-smaller'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { inventoryKey } from '../inventory'
import { putPhotoFirst, removePhoto } from './api/photos.mutation'
import { type Photo, photoAddressQuery, photosQuery } from './api/photos.query'
import classes from './item-photos.module.css'
import { itemPhotoKind } from './outbox-kinds'
import { previewOf } from './preview'

const most = 20
/** The longer edge of a photo, in pixels. */
const longest = 1600

type ItemPhotosProps = { item: { id: string; name: string }; mayEdit: boolean }

/** The photos of an item and of its place. Without a network new ones wait. */
export function ItemPhotos({ item, mayEdit }: ItemPhotosProps) {
  const outbox = useOutbox()
  const waiting = useWaiting(itemPhotoKind, item.id)
  const { data: photos = [], isError, isPending, refetch } = useQuery(photosQuery(item.id))
  const shown = useDialog('photo')
  const [problems, setProblems] = useState<readonly string[]>([])
  const room = most - photos.length - waiting.length
  const add = async (files: readonly File[]) => {
    const found: string[] = files.length > room ? [`An item has ${most} photos at most.`] : []
    for (const file of files.slice(0, Math.max(room, 0))) {
      try {
        const id = newId()
        const preview = await previewOf(file)
        if (!(await keepFile(id, await drawnSmaller(file, longest))))
          found.push('This browser keeps no photos. They are sent only while this page stays open.')
        const payload = { id, itemId: item.id, preview }
        void outbox.add(itemPhotoKind, { id, about: item.id, label: `Photo of ${item.name}`, payload })
      } catch (error) {
        found.push(`${file.name}: ${saveProblem(error)}`)
      }
    }
    setProblems(found)
  }
  if (!mayEdit && photos.length === 0 && !isError) return null
  const at = photos.findIndex(({ id }) => id === shown.subject)
  return (
    <section className={page.panel} aria-label="Photos">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h4">
          Photos
        </Title>
        {mayEdit ? (
          <FileButton multiple accept="image/png,image/jpeg,image/webp" onChange={(files) => void add(files)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="sm"
                leftSection={<IconCamera size={16} stroke={1.5} aria-hidden />}
                disabled={room <= 0}
                title={room <= 0 ? `An item has ${most} photos at most. Remove one first.` : undefined}
              >
                Add photos
              </Button>
            )}
          </FileButton>
        ) : null}
      </Group>
      {problems.map((problem) => (
        <Problem key={problem}>{problem}</Problem>
      ))}
      {isError ? <Problem onRetry={() => void refetch()}>The photos could not be read</Problem> : null}
      {!isPending && !isError && photos.length + waiting.length === 0 ? (
        <Text c="dimmed" size="sm" mt="xs">
          No photos yet. A photo of the item, or of where it lies, helps others to find it.
        </Text>
      ) : null}
      <ul className={classes.photos} aria-label="Photos">
        {photos.map(({ id, preview }, place) => (
          <li key={id}>
            <UnstyledButton
              className={classes.photo}
              aria-label={`Show photo ${place + 1} of ${photos.length}`}
              onClick={() => shown.open(id)}
            >
              <img src={preview} alt="" />
            </UnstyledButton>
          </li>
        ))}
        {waiting.map((entry) => (
          <li key={entry.id} className={classes.waiting}>
            <img src={itemPhotoKind.schema.safeParse(entry.payload).data?.preview} alt={entry.label} />
            <WaitingNote entry={entry} />
          </li>
        ))}
      </ul>
      {photos[at] ? (
        <LargePhoto
          key={photos[at].id}
          title={`${item.name}, photo ${at + 1} of ${photos.length}`}
          photo={photos[at]}
          before={photos[at - 1]}
          after={photos[at + 1]}
          mayEdit={mayEdit}
          onShow={({ id }) => shown.open(id)}
          onClose={shown.close}
        />
      ) : null}
    </section>
  )
}

type LargePhotoProps = {
  title: string
  photo: Photo
  before: Photo | undefined
  after: Photo | undefined
  mayEdit: boolean
  onShow: (photo: Photo) => void
  onClose: () => void
}

function LargePhoto({ title, photo, before, after, mayEdit, onShow, onClose }: LargePhotoProps) {
  const queryClient = useQueryClient()
  const { data: address } = useQuery(photoAddressQuery(photo.path))
  const acting = useActMutation({
    mutationFn: (act: () => Promise<unknown>) => cannotWait(act),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inventoryKey }),
  })
  return (
    <Modal opened onClose={onClose} title={title} size="xl">
      <img className={classes.large} src={address ?? photo.preview} alt={title} />
      {acting.isError ? <Problem>{saveProblem(acting.error)}</Problem> : null}
      <Group mt="md" justify="space-between">
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={16} aria-hidden />}
            disabled={!before}
            title={before ? undefined : 'This is the first photo'}
            onClick={() => before && onShow(before)}
          >
            Previous
          </Button>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={16} aria-hidden />}
            disabled={!after}
            title={after ? undefined : 'This is the last photo'}
            onClick={() => after && onShow(after)}
          >
            Next
          </Button>
        </Group>
        {mayEdit ? (
          <Group gap="xs">
            {before ? (
              <Button
                variant="default"
                leftSection={<IconArrowUp size={16} aria-hidden />}
                loading={acting.isPending}
                onClick={() => acting.mutate(() => putPhotoFirst(photo.id))}
              >
                Show in lists
              </Button>
            ) : null}
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() =>
                confirmRemoval({
                  title: 'Remove this photo?',
                  text: 'It is gone for everybody.',
                  confirm: 'Remove photo',
                  onConfirm: () => acting.mutate(() => removePhoto(photo), { onSuccess: onClose }),
                })
              }
            >
              Remove
            </Button>
          </Group>
        ) : null}
      </Group>
    </Modal>
  )
}
