import { Modal, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Problem } from '@/shared/ui/page/problem'

type Detector = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
declare global {
  interface Window {
    /** Browsers on phones and tablets mostly have it. */
    BarcodeDetector?: new (options?: { formats: string[] }) => Detector
  }
}

const formats = ['qr_code', 'code_128', 'ean_13']
/** The pause between two camera frames, in ms. */
const pause = 200

/** Why this device cannot read codes by its camera, in words; null when it can. */
export function whyNoCamera(): string | null {
  if (!window.isSecureContext) return 'The camera works only on a page with https.'
  // Old browsers have no mediaDevices, although the types say so.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  return devices ? null : 'This browser cannot use the camera. Type the number, or use a hand scanner.'
}

/** Most desktops and all iPhones read no codes themselves: there own code reads QR codes, as of tickets and labels. */
async function detectorOf(): Promise<Detector> {
  if (window.BarcodeDetector) return new window.BarcodeDetector({ formats })
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector({ formats: ['qr_code'] })
}

type ScanByCameraProps = { title: string; onRead: (words: string) => void; onClose: () => void }

/** The camera of the device, until it sees a code. Its picture stays on the device. */
export const ScanByCamera = (props: ScanByCameraProps) => (
  <Modal opened onClose={props.onClose} title={props.title}>
    <Camera {...props} />
  </Modal>
)

function Camera({ onRead, onClose }: ScanByCameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const found = useEffectEvent((words: string) => {
    onClose()
    onRead(words)
  })
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | null = null
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    async function look(): Promise<void> {
      const screen = video.current
      if (!screen) return
      const taken = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      stream = taken
      if (isOver) return stop()
      screen.srcObject = taken
      await screen.play()
      const detector = await detectorOf()
      while (!isOver) {
        const [code] = await detector.detect(screen)
        if (isOver) return
        if (code?.rawValue) {
          isOver = true
          stop()
          return found(code.rawValue)
        }
        await new Promise((later) => setTimeout(later, pause))
      }
    }
    look().catch((error: unknown) => {
      if (!isOver) setProblem(wordsOf(error))
    })
    return () => {
      isOver = true
      stop()
    }
  }, [])
  return (
    <>
      {problem ? <Problem>{problem}</Problem> : null}
      <video
        ref={video}
        muted
        playsInline
        aria-label="Picture of the camera"
        style={{ display: problem ? 'none' : 'block', width: '100%', borderRadius: 4, background: '#000' }}
      />
      <Text size="sm" c="dimmed" mt="xs">
        Hold the code in front of the camera.
      </Text>
    </>
  )
}

function wordsOf(error: unknown): string {
  const name: unknown = Reflect.get(Object(error), 'name')
  if (name === 'NotAllowedError') return 'The camera is not allowed on this page. Allow it in the browser.'
  if (name === 'NotFoundError') return 'This device has no camera.'
  return 'The camera could not be started. Another program may use it.'
}
