package org.orbifold.group;

import java.util.Arrays;
import org.orbifold.group.element.Permutation;

/** An element and its word: k + 1 for generator k, negative for its inverse, the first acts first. */
record WordEntry(Permutation element, int[] word) {

    WordEntry then(WordEntry next) {
        int[] product = Arrays.copyOf(word, word.length + next.word.length);
        System.arraycopy(next.word, 0, product, word.length, next.word.length);
        return new WordEntry(element.then(next.element), reduced(product));
    }

    WordEntry inverse() {
        int[] back = new int[word.length];
        for (int i = 0; i < word.length; i++) {
            back[i] = -word[word.length - 1 - i];
        }
        return new WordEntry(element.inverse(), back);
    }

    static int[] reduced(int[] word) {
        int size = 0;
        for (int letter : word) {
            if (size > 0 && word[size - 1] == -letter) {
                size--;
            } else {
                word[size++] = letter;
            }
        }
        return Arrays.copyOf(word, size);
    }
}
