// Asks the shop whether a product can be delivered to a pincode, and shows the answer below the field.
document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches('.dakiya-pincode-check')) return;
  event.preventDefault();
  const { url, action, nonce, product, failed } = form.dataset;
  const status = form.querySelector('[role="status"]');
  const button = form.querySelector('button');
  const pincode = form.querySelector('input').value;
  button.disabled = true;
  status.style.whiteSpace = 'pre-line';
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ action, nonce, product, pincode }),
    });
    const { data } = await response.json();
    status.textContent = data?.message ?? failed;
  } catch {
    status.textContent = failed;
  } finally {
    button.disabled = false;
  }
});
