import { Button, FileButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './files.module.css'

type FileDropProps = {
  /** The kinds of files that the button offers. */
  accept: string
  isBusy: boolean
  /** The label of the button: `Choose a file`. */
  button: string
  variant?: 'default' | 'filled'
  onFile: (file: File) => void
  /** A description of the expected file. */
  children: ReactNode
}

/** Takes one file, dropped on it or chosen with its button. */
export function FileDrop({ accept, isBusy, button, variant = 'filled', onFile, children }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  const take = (file: File | null | undefined) => {
    if (file) onFile(file)
  }
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      {children}
      <FileButton accept={accept} onChange={take}>
        {(props) => (
          <Button {...props} variant={variant} loading={isBusy}>
            {button}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
