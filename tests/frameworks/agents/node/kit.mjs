// What the agents in JavaScript share: the script of the model, and what the tools do. See kit.py.
export const url = process.env.MODEL_URL;
export const baseURL = `${url}/v1`;
export const gpt = 'gpt-4o-mini';

async function post(path, value) {
    const answer = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(value),
        signal: AbortSignal.timeout(20_000),
    });
    return answer.json();
}

export async function begin(name, more = {}) {
    return (await post('/begin', { name, ...more })).prompt;
}

async function told(name, input, work) {
    try {
        const output = work();
        await post('/tool', { name, arguments: input, output: String(output) });
        return output;
    } catch (error) {
        await post('/tool', { name, arguments: input, error: String(error) });
        throw error;
    }
}

const degrees = { Paris: 18, Rome: 24 };
export const work = {
    get_weather: (input) =>
        told('get_weather', input, () => `${degrees[input.city]} degrees in ${input.city}`),
    divide: (input) =>
        told('divide', input, () => {
            if (input.b === 0) throw new Error('division by zero');
            return input.a / input.b;
        }),
    lookup: (input) => told('lookup', input, () => `the value of ${input.topic}`),
};

export async function attempt(promise) {
    try {
        await promise;
    } catch (error) {
        console.log(`expected: ${error.name}: ${String(error.message).slice(0, 200)}`);
    }
}
