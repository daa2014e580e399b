import { answerTo, type Asked } from './planner'

addEventListener('message', ({ data: { id, asked } }: MessageEvent<{ id: number; asked: Asked }>) => {
  postMessage({ id, answer: answerTo(asked) })
})
