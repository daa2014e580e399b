type Sized = { width_mm: string; length_mm: string; area_m2: string }

/** The pieces that hold `width` × `length` mm, turned or not, the smallest first. Zero means any size. */
export const fitting = <Piece extends Sized>(pieces: readonly Piece[], width: number, length: number): Piece[] => {
  const [short, long] = [Math.min(width, length), Math.max(width, length)]
  return pieces
    .filter(({ width_mm, length_mm }) => {
      const sides = [Number(width_mm), Number(length_mm)].toSorted((one, other) => one - other)
      return (sides[0] ?? 0) >= short && (sides[1] ?? 0) >= long
    })
    .toSorted((one, other) => Number(one.area_m2) - Number(other.area_m2))
}
