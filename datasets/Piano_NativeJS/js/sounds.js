const FREQUENCIES = {
  'C4': 261.63,
  'C#4': 277.18,
  'D4': 293.66,
  'D#4': 311.13,
  'E4': 329.63,
  'F4': 349.23,
  'F#4': 369.99,
  'G4': 392.0,
  'G#4': 415.3,
  'A4': 440.0,
  'A#4': 466.16,
  'B4': 493.88,
  'C5': 523.25
};

const AudioContextClass = window.AudioContext || window.webkitAudioContext;
const audio = new AudioContextClass();

// Starts a tone that sounds until stopTone() is called with the returned object.
function startTone(note, volume) {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();

  audio.resume();
  oscillator.type = 'triangle';
  oscillator.frequency.value = FREQUENCIES[note];
  gain.gain.value = volume / 100;
  oscillator.connect(gain);
  gain.connect(audio.destination);
  oscillator.start();

  return { oscillator, gain };
}

// Lets the tone fade out, otherwise the speakers click.
function stopTone(tone) {
  tone.gain.gain.setTargetAtTime(0, audio.currentTime, 0.08);
  tone.oscillator.stop(audio.currentTime + 0.6);
}
