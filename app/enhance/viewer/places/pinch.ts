type Point = { x: number; y: number }
type Deps = {
  percent(): number
  zoomTo(percent: number, focus: Point): void
}

/**
 * Two fingers, or a wheel with Ctrl, zoom the pages: they are scaled during the gesture, and rendered again at its end.
 */
export function startPinch(list: HTMLElement, deps: Deps): void {
  let pinch: { distance: number; focus: Point; by: number } | null = null

  function stretch(focus: Point, by: number): void {
    const { left, top } = list.getBoundingClientRect()
    if (!list.style.transform) list.style.transformOrigin = `${focus.x - left}px ${focus.y - top}px`
    list.style.transform = `scale(${by})`
  }
  function end(): void {
    if (!pinch) return
    const { by, focus } = pinch
    pinch = null
    list.style.transform = ''
    list.style.transformOrigin = ''
    if (Math.abs(by - 1) > 0.02) deps.zoomTo(deps.percent() * by, focus)
  }

  list.addEventListener(
    'touchstart',
    (event) => {
      const [one, other] = event.touches
      if (!one || !other) return
      event.preventDefault()
      pinch = { distance: distanceOf(one, other), focus: middleOf(one, other), by: 1 }
    },
    { passive: false },
  )
  list.addEventListener(
    'touchmove',
    (event) => {
      const [one, other] = event.touches
      if (!pinch || !one || !other) return
      event.preventDefault()
      pinch.by = distanceOf(one, other) / pinch.distance
      stretch(pinch.focus, pinch.by)
    },
    { passive: false },
  )
  list.addEventListener('touchend', end)
  list.addEventListener('touchcancel', end)

  let wheelEnd = 0
  list.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const focus = pinch?.focus ?? { x: event.clientX, y: event.clientY }
      const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1)
      const by = (pinch?.by ?? 1) * Math.exp(-pixels / 200)
      pinch = { distance: 0, focus, by: Math.max(0.2, Math.min(5, by)) }
      stretch(focus, pinch.by)
      clearTimeout(wheelEnd)
      wheelEnd = window.setTimeout(end, 150)
    },
    { passive: false },
  )
}

function distanceOf(one: Touch, other: Touch): number {
  return Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY))
}

function middleOf(one: Touch, other: Touch): Point {
  return { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 }
}
