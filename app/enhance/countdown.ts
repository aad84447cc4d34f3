/** Counts down the time left, second by second in its last minutes, and at its end lets the page say what follows. */
export function startCountdown(): void {
  const place = document.querySelector<HTMLElement>('[data-seconds-left]')
  if (!place) return
  const end = Date.now() + Number(place.dataset['secondsLeft']) * 1000
  function show(): void {
    const left = Math.ceil((end - Date.now()) / 1000)
    if (left <= 0) {
      clearInterval(timer)
      location.replace(place!.dataset['then']!)
    } else if (left < 600) {
      place!.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    }
  }
  const timer = setInterval(show, 1000)
}
