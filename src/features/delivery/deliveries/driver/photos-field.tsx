import { ActionIcon, Button, FileButton, Group, Text } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { DrawButton } from '@/kit/marks/draw-button'
import { forgetFile, keepFile, keptFile } from '@/kit/outbox/kept-files'
import { drawnSmaller } from '@/shared/lib/drawn-smaller'
import { newId } from '@/shared/lib/new-id'
import classes from '../components/delivery.module.css'

const most = 12
/** The longer edge of a photo, in pixels. */
const longest = 1600

/** Keeps photos on the phone. The answer is the ids of those that could be read. */
async function keptPhotos(files: readonly File[], onProblem: (problem: string) => void): Promise<string[]> {
  const added: string[] = []
  for (const file of files) {
    try {
      const id = newId()
      if (!(await keepFile(id, await drawnSmaller(file, longest, 0.8))))
        onProblem('This browser keeps no photos. They are sent only while this page stays open.')
      added.push(id)
    } catch (error) {
      onProblem(error instanceof Error ? error.message : 'The photo could not be read')
    }
  }
  return added
}

/** Photos that are taken at the door. They are kept on the phone at once; `photos` are their ids. */
export function PhotosField({ photos, onChange }: { photos: readonly string[]; onChange: (ids: string[]) => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const add = async (files: File[]) => {
    setProblem(null)
    onChange([...photos, ...(await keptPhotos(files.slice(0, most - photos.length), setProblem))])
  }
  const last = photos.at(-1)
  /** The drawing takes the place of the photo that it is drawn on. */
  const redraw = async (id: string, file: File) => {
    const [drawn] = await keptPhotos([file], setProblem)
    if (drawn === undefined) return
    onChange(photos.map((each) => (each === id ? drawn : each)))
    void forgetFile(id)
  }
  const remove = (id: string) => {
    onChange(photos.filter((each) => each !== id))
    void forgetFile(id)
  }
  return (
    <div>
      <Group gap="xs">
        <FileButton accept="image/*" multiple capture="environment" onChange={(files) => void add(files)}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              size="md"
              leftSection={<IconCamera size={18} aria-hidden />}
              disabled={photos.length >= most}
            >
              Take a photo
            </Button>
          )}
        </FileButton>
        {photos.map((id, index) => (
          <TakenPhoto key={id} id={id} place={index + 1} onRemove={() => remove(id)} />
        ))}
        {last === undefined ? null : (
          <DrawButton
            size="md"
            name={`photo ${photos.length}`}
            read={async () => {
              const photo = await keptFile(last)
              if (!photo) throw new Error('The photo is not on this device any more.')
              return photo
            }}
            onDrawn={(file) => void redraw(last, file)}
          />
        )}
      </Group>
      {problem ? (
        <Text size="sm" c="magenta" role="alert" mt={4}>
          {problem}
        </Text>
      ) : null}
    </div>
  )
}

type TakenPhotoProps = { id: string; place: number; onRemove: () => void }

const TakenPhoto = ({ id, place, onRemove }: TakenPhotoProps) => (
  <span className={classes.photo}>
    <Thumb id={id} label={`Photo ${place}`} />
    <ActionIcon
      variant="filled"
      color="dark"
      size="sm"
      radius="xl"
      aria-label={`Remove photo ${place}`}
      onClick={onRemove}
    >
      <IconX size={14} aria-hidden />
    </ActionIcon>
  </span>
)

function Thumb({ id, label }: { id: string; label: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let isHere = true
    void keptFile(id).then((photo) => {
      if (!photo || !isHere) return
      made = URL.createObjectURL(photo)
      setUrl(made)
    })
    return () => {
      isHere = false
      if (made) URL.revokeObjectURL(made)
    }
  }, [id])
  return url ? <img src={url} alt={label} /> : null
}
