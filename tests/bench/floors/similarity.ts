export type Grey = { width: number; height: number; pixels: Uint8Array }

const side = 8
// The constants of the measure for values from 0 to 255.
const c1 = (0.01 * 255) ** 2
const c2 = (0.03 * 255) ** 2

/** Structural similarity of two pictures of one size (Wang and others, 2004), in windows of 8 by 8 pixels; 1 is the same. */
export function structuralSimilarity(left: Grey, right: Grey): number {
  let sum = 0
  let count = 0
  for (let top = 0; top + side <= left.height; top += side) {
    for (let start = 0; start + side <= left.width; start += side) {
      sum += similarityOfWindow(left, right, start, top)
      count++
    }
  }
  return count === 0 ? 1 : sum / count
}

function similarityOfWindow(left: Grey, right: Grey, start: number, top: number): number {
  const n = side * side
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let y = top; y < top + side; y++) {
    for (let x = start; x < start + side; x++) {
      const one = left.pixels[y * left.width + x]!
      const other = right.pixels[y * right.width + x]!
      a += one
      b += other
      aa += one * one
      bb += other * other
      ab += one * other
    }
  }
  const [meanA, meanB] = [a / n, b / n]
  const [varianceA, varianceB] = [aa / n - meanA ** 2, bb / n - meanB ** 2]
  const covariance = ab / n - meanA * meanB
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA ** 2 + meanB ** 2 + c1) * (varianceA + varianceB + c2))
  )
}
