import { ActionIcon, Button, Group, Modal, SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { bitmapOf, fileOf } from '@/shared/lib/drawn-smaller'
import { lengthText } from '@/shared/domain/text/length'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/page/problem'
import { confirmRemoval } from '../confirm'
import classes from './draw-on-photo.module.css'
import { drawMarks, isDrawn, type Mark, type MarkKind, markKinds, markedName, type Point } from './marks'

/** The longer side of the marked photo, in pixels. */
const longest = 2560

const kindLabels: Record<MarkKind, string> = { arrow: 'Arrow', size: 'Dimension', line: 'Line', text: 'Text' }
const colours = [
  { name: 'Magenta', value: '#d6006c' },
  { name: 'Blue', value: '#0057b8' },
  { name: 'Black', value: '#101418' },
  { name: 'White', value: '#ffffff' },
] as const

type DrawOnPhotoProps = {
  photo: Blob
  name: string
  /** Takes the photo with its marks as a new JPEG; the photo itself stays as it is. */
  onDrawn: (file: File) => void
  onClose: () => void
}

/** Draws arrows, dimensions, lines and words on a photo of a site. */
export function DrawOnPhoto({ photo, name, onDrawn, onClose }: DrawOnPhotoProps) {
  const isNarrow = useMediaQuery('(width < 48em)')
  const canvas = useRef<HTMLCanvasElement>(null)
  const { size, problem, picture } = usePicture(photo)
  const [kind, setKind] = useState<MarkKind>('arrow')
  const [colour, setColour] = useState<string>(colours[0].value)
  const [marks, setMarks] = useState<readonly Mark[]>([])
  useDrawing(canvas, picture, marks)

  const width = size?.width ?? 0
  const mark = (points: Point[], isNew: boolean) =>
    setMarks((now) => {
      const last = isNew ? { id: newId(), kind, colour, words: '' } : now.at(-1)
      return last ? [...(isNew ? withoutSlips(now, width) : now.slice(0, -1)), { ...last, points }] : now
    })
  const leave = () =>
    marks.length === 0
      ? onClose()
      : confirmRemoval({
          title: 'Leave without the drawing?',
          text: 'What you drew on the photo is lost. The photo stays as it is.',
          confirm: 'Leave',
          onConfirm: onClose,
        })
  const save = async () => {
    const file = canvas.current ? await fileOf(canvas.current, 'image/jpeg', 0.88) : null
    if (file === null) return
    onDrawn(new File([file], markedName(name), { type: 'image/jpeg' }))
    onClose()
  }

  return (
    <Modal opened onClose={leave} title={`Draw on ${name}`} size="xl" fullScreen={isNarrow} closeOnClickOutside={false}>
      {problem ? <Problem>{problem}</Problem> : null}
      <Stack gap="sm">
        <Tools
          kind={kind}
          onKind={setKind}
          colour={colour}
          onColour={setColour}
          onUndo={marks.length === 0 ? null : () => setMarks(marks.slice(0, -1))}
        />
        {size === null && !problem ? <Skeleton h="50dvh" /> : null}
        <Canvas canvas={canvas} size={size} name={name} onMark={mark} />
        <Words marks={marks} onChange={setMarks} />
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <Button disabled={!marks.some((one) => isDrawn(one, width))} onClick={() => void save()}>
            Save as a new photo
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** A text may get its words later. */
const withoutSlips = (marks: readonly Mark[], width: number) =>
  marks.filter((mark) => mark.kind === 'text' || isDrawn(mark, width))

type ToolsProps = {
  kind: MarkKind
  onKind: (kind: MarkKind) => void
  colour: string
  onColour: (colour: string) => void
  /** Null while nothing was drawn. */
  onUndo: (() => void) | null
}

const Tools = ({ kind, onKind, colour, onColour, onUndo }: ToolsProps) => (
  <Group gap="sm">
    <SegmentedControl
      aria-label="What to draw"
      value={kind}
      onChange={onKind}
      data={markKinds.map((value) => ({ value, label: kindLabels[value] }))}
    />
    <Colours value={colour} onChange={onColour} />
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={18} stroke={1.5} aria-hidden />}
      disabled={onUndo === null}
      onClick={() => onUndo?.()}
    >
      Undo
    </Button>
  </Group>
)

type Picture = { bitmap: ImageBitmap; width: number; height: number }

/** The points of the photo, and the size in which it is drawn. */
function usePicture(photo: Blob) {
  const [picture, setPicture] = useState<Picture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isGone = false
    bitmapOf(photo).then(
      (bitmap) => {
        if (isGone) return bitmap.close()
        const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
        setPicture({ bitmap, width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) })
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : 'The photo could not be read.'),
    )
    return () => {
      isGone = true
    }
  }, [photo])
  return { picture, problem, size: picture }
}

/** Draws the photo and its marks, anew with each change. */
function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, picture: Picture | null, marks: readonly Mark[]) {
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !picture) return
    context.fillStyle = '#fff'
    context.fillRect(0, 0, picture.width, picture.height)
    context.drawImage(picture.bitmap, 0, 0, picture.width, picture.height)
    drawMarks(context, marks, picture.width)
  }, [canvas, picture, marks])
}

type CanvasProps = {
  canvas: RefObject<HTMLCanvasElement | null>
  size: { width: number; height: number } | null
  name: string
  /** `isNew`: a finger came down; else the last mark goes on. */
  onMark: (points: Point[], isNew: boolean) => void
}

function Canvas({ canvas, size, name, onMark }: CanvasProps) {
  const points = useRef<Point[] | null>(null)
  if (size === null) return null
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>): Point => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return { x: ((clientX - left) / width) * size.width, y: ((clientY - top) / height) * size.height }
  }
  return (
    <canvas
      ref={canvas}
      width={size.width}
      height={size.height}
      className={classes.canvas}
      aria-label={`${name}, to draw on`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        points.current = [pointOf(event)]
        onMark(points.current, true)
      }}
      onPointerMove={(event) => {
        if (points.current === null) return
        points.current = [...points.current, pointOf(event)]
        onMark(points.current, false)
      }}
      onPointerUp={() => (points.current = null)}
      onPointerCancel={() => (points.current = null)}
    />
  )
}

function Colours({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  return (
    <Group gap={8} role="group" aria-label="Colour">
      {colours.map((colour) => (
        <button
          key={colour.value}
          type="button"
          aria-pressed={colour.value === value}
          aria-label={colour.name}
          title={colour.name}
          className={classes.colour}
          style={{ background: colour.value }}
          onClick={() => onChange(colour.value)}
        />
      ))}
    </Group>
  )
}

/** The words of dimensions and texts, each in a field; the newest takes the focus. */
function Words({ marks, onChange }: { marks: readonly Mark[]; onChange: (marks: readonly Mark[]) => void }) {
  const worded = marks.filter(({ kind }) => kind === 'size' || kind === 'text')
  if (worded.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Draw with the mouse or a finger. A dimension and a text get their words below.
      </Text>
    )
  return (
    <Group gap="xs">
      {worded.map(({ id, kind, words }, place) => (
        <TextInput
          key={id}
          className={classes.words}
          autoFocus
          aria-label={`${kind === 'size' ? 'Dimension' : 'Text'} ${place + 1}`}
          placeholder={kind === 'size' ? lengthText('2400') : 'Cable here'}
          maxLength={80}
          value={words}
          onChange={(event) =>
            onChange(marks.map((mark) => (mark.id === id ? { ...mark, words: event.currentTarget.value } : mark)))
          }
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${words || (kind === 'size' ? 'this dimension' : 'this text')}`}
              onClick={() => onChange(marks.filter((mark) => mark.id !== id))}
            >
              <IconX size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          }
        />
      ))}
    </Group>
  )
}
