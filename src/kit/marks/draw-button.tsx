import { Button, type ButtonProps } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { saveProblem } from '@/shared/hooks/save-problem'
import { lazyPart } from '../dialog/lazy-part'

const DrawOnPhoto = lazyPart(async () => (await import('./draw-on-photo')).DrawOnPhoto)

type DrawButtonProps = {
  name: string
  /** Reads the photo when the button is pressed. Throws in words. */
  read: () => Promise<Blob>
  /** Takes the photo with its marks as a new JPEG. */
  onDrawn: (file: File) => void
  size?: ButtonProps['size']
}

/** Draws arrows, dimensions, lines and words on a photo; the result is another photo. */
export function DrawButton({ name, read, onDrawn, size = 'sm' }: DrawButtonProps) {
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [isReading, setReading] = useState(false)
  const open = async () => {
    setReading(true)
    try {
      setPhoto(await read())
    } catch (error) {
      notifications.show({ color: 'red', title: 'The photo could not be read', message: saveProblem(error) })
    } finally {
      setReading(false)
    }
  }
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
        loading={isReading}
        onClick={() => void open()}
      >
        Draw on it
      </Button>
      {photo ? <DrawOnPhoto photo={photo} name={name} onDrawn={onDrawn} onClose={() => setPhoto(null)} /> : null}
    </>
  )
}

/** The bytes behind an address. @throws in words */
export async function photoAt(address: string): Promise<Blob> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The photo could not be read (${response.status}).`)
  return response.blob()
}
