/** `2 steps were done without a timer: their planned time counts.` */
export const untimedText = (steps: number): string =>
  steps === 1
    ? '1 step was done without a timer: its planned time counts.'
    : `${steps} steps were done without a timer: their planned time counts.`
