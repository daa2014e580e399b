import { Button, SegmentedControl, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type SignaturePad from 'signature_pad'
import { englishSignature } from '@/shared/domain/texts/pages/signature'
import classes from './signature.module.css'

/** What the field says in the reader's language. */
type SignatureSay = (key: keyof typeof englishSignature) => string
const inEnglish: SignatureSay = (key) => englishSignature[key]

/** Takes the drawing as a PNG data address, or null for the typed name. `isPadEmpty`: the pad is chosen and nothing is drawn. */
type Tell = (png: string | null, isPadEmpty: boolean) => void

type SignatureFieldProps = {
  name: string
  /** The earlier drawing, when the form is opened again. */
  drawn?: string | null
  onChange: Tell
  say?: SignatureSay
}

/** A signature: the typed name, or a drawing. */
export function SignatureField({ name, drawn = null, onChange, say = inEnglish }: SignatureFieldProps) {
  const [way, setWay] = useState(drawn ? 'draw' : 'type')
  // Loaded early, because the network may be gone when the person draws.
  useEffect(() => void import('signature_pad').catch(() => {}), [])
  return (
    <div>
      <SegmentedControl
        fullWidth
        aria-label={say('signature')}
        value={way}
        onChange={(next) => {
          setWay(next)
          onChange(null, next === 'draw')
        }}
        data={[
          { value: 'type', label: say('signature_type') },
          { value: 'draw', label: say('signature_draw') },
        ]}
      />
      {way === 'draw' ? (
        <Pad drawn={drawn} onChange={onChange} say={say} />
      ) : (
        <p className={classes.typed} aria-label={say('signature')}>
          {name.trim() || say('your_name')}
        </p>
      )}
    </div>
  )
}

/** The pad loads when the person wants to draw. It is black on white also in the dark theme, because it is printed. */
function Pad({ drawn, onChange, say }: { drawn: string | null; onChange: Tell; say: SignatureSay }) {
  const [first] = useState(drawn)
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  })
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad | null>(null)
  const [problem, setProblem] = useState(false)

  useEffect(() => {
    let isHere = true
    void import('signature_pad')
      .then(({ default: Drawn }) => {
        const place = canvas.current
        if (!isHere || !place) return
        const scale = Math.min(2, window.devicePixelRatio)
        place.width = place.offsetWidth * scale
        place.height = place.offsetHeight * scale
        place.getContext('2d')?.scale(scale, scale)
        const made = new Drawn(place, { penColor: '#101418', backgroundColor: '#fff' })
        if (first) void made.fromDataURL(first, { width: place.offsetWidth, height: place.offsetHeight })
        made.addEventListener('endStroke', () => tell.current(made.toDataURL('image/png'), false))
        pad.current = made
      })
      .catch(() => {
        setProblem(true)
        tell.current(null, false)
      })
    return () => {
      isHere = false
      pad.current?.off()
    }
  }, [first])

  if (problem) return <Text c="dimmed">{say('signature_no_pad')}</Text>
  return (
    <div className={classes.padPlace}>
      <canvas ref={canvas} className={classes.pad} aria-label={say('signature_here')} />
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          pad.current?.clear()
          onChange(null, true)
        }}
      >
        {say('signature_clear')}
      </Button>
    </div>
  )
}
