import { ActionIcon, Slider, Tooltip } from '@mantine/core'
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { KeepScale, TransformComponent, TransformWrapper, useControls } from 'react-zoom-pan-pinch'
import { proofsPart } from '@/shared/domain/texts/proofs/part'
import { useSay } from '@/kit/client-page/use-say'
import { colourOf, type MockupComment, type MockupPage } from '../mockups'
import classes from './proofs.module.css'

export type Place = { x: number; y: number }
/** How two versions are compared: side by side, by a slider, or overlaid. */
export type Comparing = 'side' | 'slider' | 'overlay'

type StageProps = {
  page: MockupPage
  /** The same page of another version. */
  other: { page: MockupPage; label: string } | null
  label: string
  comparing: Comparing
  files: Record<string, string>
  pins: readonly { number: number; comment: MockupComment }[]
  chosen: string | null
  onChoose: (id: string) => void
  /** True while a pin can be set; `draft` is the pin of the comment being written. */
  isPinning: boolean
  draft: Place | null
  onPin: (place: Place, isTouched?: boolean) => void
}

/** The picture with all the room: wheel, pinch and buttons zoom; dragging moves it; pins keep their size. */
export function Stage(props: StageProps) {
  const { page, other, comparing, isPinning } = props
  const say = useSay(proofsPart)
  const [share, setShare] = useState(50)
  const isWiped = other !== null && comparing !== 'side'
  return (
    <div className={classes.stage}>
      <TransformWrapper
        key={`${page.path} ${other?.page.path ?? ''} ${comparing}`}
        minScale={0.5}
        maxScale={12}
        centerOnInit
        doubleClick={{ mode: 'toggle', disabled: isPinning }}
        panning={{ disabled: isPinning }}
      >
        <Controls />
        <TransformComponent wrapperClass={classes.wrapper ?? ''} contentClass={classes.content ?? ''}>
          {other && comparing === 'side' ? (
            <div className={classes.pair}>
              <Sheet
                {...props}
                page={other.page}
                caption={other.label}
                isHalf
                pins={[]}
                isPinning={false}
                draft={null}
              />
              <Sheet {...props} caption={props.label} isHalf />
            </div>
          ) : (
            <Sheet {...props}>
              {other ? (
                <Picture
                  page={other.page}
                  files={props.files}
                  alt={other.label}
                  className={classes.over ?? ''}
                  style={
                    comparing === 'overlay' ? { opacity: share / 100 } : { clipPath: `inset(0 ${100 - share}% 0 0)` }
                  }
                />
              ) : null}
            </Sheet>
          )}
        </TransformComponent>
      </TransformWrapper>
      {isPinning && props.draft === null ? (
        <p className={classes.pinHint} role="status">
          {say('touch_place')}
        </p>
      ) : null}
      {isWiped ? (
        <div className={classes.wipe}>
          <span>{other.label}</span>
          <Slider
            className={classes.wipeSlider ?? ''}
            thumbLabel={say(comparing === 'overlay' ? 'how_much_shows' : 'where_ends', { version: other.label })}
            label={(value) => `${value} %`}
            value={share}
            onChange={setShare}
          />
          <span>{props.label}</span>
        </div>
      ) : null}
    </div>
  )
}

function Controls() {
  const { zoomIn, zoomOut, resetTransform } = useControls()
  const say = useSay(proofsPart)
  return (
    <div className={classes.controls} role="group" aria-label={say('zoom')}>
      {(
        [
          [say('zoom_in'), IconPlus, () => zoomIn()],
          [say('zoom_out'), IconMinus, () => zoomOut()],
          [say('whole_page'), IconMaximize, () => resetTransform()],
        ] as const
      ).map(([label, Icon, act]) => (
        <Tooltip key={label} label={label} position="left">
          <ActionIcon size={44} variant="default" aria-label={label} onClick={act}>
            <Icon size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  )
}

type SheetProps = StageProps & { caption?: string; isHalf?: boolean; children?: ReactNode }

function Sheet({
  page,
  files,
  pins,
  chosen,
  onChoose,
  isPinning,
  draft,
  onPin,
  caption,
  isHalf,
  label,
  children,
}: SheetProps) {
  const say = useSay(proofsPart)
  const pinAt = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const place = {
      x: within((event.clientX - box.left) / box.width),
      y: within((event.clientY - box.top) / box.height),
    }
    onPin(place, true)
  }
  const movePin = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 0.1 : 0.01
    const [dx, dy] = moves[event.key] ?? [0, 0]
    if (event.key === 'Enter') onPin(draft ?? { x: 0.5, y: 0.5 })
    else if (dx !== 0 || dy !== 0) {
      const from = draft ?? { x: 0.5, y: 0.5 }
      onPin({ x: within(from.x + dx * step), y: within(from.y + dy * step) })
    } else return
    event.preventDefault()
  }
  const ratio = page.width / page.height
  return (
    <figure
      className={classes.sheet}
      style={{ '--ratio': ratio, '--room': isHalf ? '49cqw' : '100cqw' } as CSSProperties}
      data-pinning={isPinning || undefined}
    >
      <div className={classes.page}>
        <Picture page={page} files={files} alt={say('page_of', { page: String(page.page), version: label })} />
        {children}
        {isPinning ? (
          <button
            type="button"
            className={classes.target}
            aria-label={say('put_pin_here')}
            onClick={pinAt}
            onKeyDown={movePin}
            autoFocus
          />
        ) : null}
        {pins.map(({ number, comment }) => (
          <Pin key={comment.id} place={{ x: comment.x ?? 0, y: comment.y ?? 0 }}>
            <button
              type="button"
              className={classes.pin}
              style={{ background: colourOf(comment.author) }}
              data-chosen={comment.id === chosen || undefined}
              data-resolved={comment.is_resolved || undefined}
              data-earlier={comment.from !== undefined || undefined}
              aria-label={pinLabel(number, comment, say)}
              onClick={() => onChoose(comment.id)}
            >
              {number}
            </button>
          </Pin>
        ))}
        {draft ? (
          <Pin place={draft}>
            <span className={classes.pin} data-draft />
          </Pin>
        ) : null}
      </div>
      {caption ? <figcaption className={classes.caption}>{caption}</figcaption> : null}
    </figure>
  )
}

const pinLabel = (
  number: number,
  { author, body, from }: MockupComment,
  say: ReturnType<typeof useSay<typeof proofsPart.english>>,
): string => {
  const pin = { number: String(number), author, body }
  return from === undefined ? say('pin_label', pin) : say('pin_label_before', { ...pin, version: String(from) })
}

const Pin = ({ place, children }: { place: Place; children: ReactNode }) => (
  <div className={classes.pinPlace} style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}>
    <KeepScale>{children}</KeepScale>
  </div>
)

type PictureProps = {
  page: MockupPage
  files: Record<string, string>
  alt: string
  className?: string
  style?: CSSProperties
}

const Picture = ({ page, files, alt, className, style }: PictureProps) => {
  const address = files[page.path]
  return address ? (
    <img
      src={address}
      alt={alt}
      width={page.width}
      height={page.height}
      draggable={false}
      className={className}
      style={style}
    />
  ) : null
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const within = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 1e6) / 1e6
