const piano = document.getElementById('piano');
const keys = document.querySelectorAll('.key');
const switcher = document.querySelector('.switcher');
const volume = document.getElementById('volume');
const lastNote = document.getElementById('lastNote');

const tones = new Map();

function pressKey(key) {
  if (!key || tones.has(key)) {
    return;
  }
  tones.set(key, startTone(key.dataset.note, volume.value));
  key.classList.add('is-pressed');
  lastNote.innerHTML = key.dataset.note + ' (' + key.dataset.letter + ')';
}

function releaseKey(key) {
  if (tones.has(key)) {
    stopTone(tones.get(key));
    tones.delete(key);
    key.classList.remove('is-pressed');
  }
}

const releaseByMouse = (event) => releaseKey(event.target);

piano.addEventListener('mousedown', (event) => pressKey(event.target.closest('.key')));
piano.addEventListener('mouseup', releaseByMouse);
piano.addEventListener('mouseout', releaseByMouse);
piano.addEventListener('mouseover', (event) => {
  if (event.buttons === 1) {
    pressKey(event.target.closest('.key'));
  }
});

document.addEventListener('keydown', (event) => {
  pressKey(document.querySelector('.key[data-code="' + event.code + '"]'));
});

document.addEventListener('keyup', (event) => {
  releaseKey(document.querySelector('.key[data-code="' + event.code + '"]'));
});

switcher.addEventListener('click', (event) => {
  switcher.querySelector('.is-active').classList.remove('is-active');
  event.target.classList.add('is-active');
  keys.forEach((key) => {
    key.textContent = key.dataset[event.target.dataset.mode];
  });
});
